import type { Imported, ImportedSnitch } from "../imported";
import type { Snitch } from "./read";

export const mapDms = (snitches: Snitch[]): Imported => ({
  snitches: snitches.map(toSnitch),
  channels: [],
  leftOut: [
    {
      what: "channels and integrations",
      why: "the API does not list them: add them under Channels",
    },
  ],
});

/** Both services name the attributes alike. What refers to other objects of the case has no meaning in another one. */
function toSnitch(snitch: Snitch): ImportedSnitch {
  const { token, status, interval, type, depends_on: _parents, channels: _channels, ...attributes } = snitch;
  return {
    name: snitch.name || token,
    // A schedule comes with the interval that it is nearest to.
    attributes: { ...attributes, ...(!snitch.schedule && { interval, type }) },
    identity: { token },
    pauseUntil: status === "paused" ? "healthy" : null,
    channels: [],
  };
}
