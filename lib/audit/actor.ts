import type { Via } from "@/lib/rules/incidents/incident";

/** Who makes a change. `address` is the client's IP address; empty if there is no request. */
export type Actor =
  | KeyActor
  | {
      kind: "user" | "operator" | "tattle";
      /** The id of the user; null for others. */
      id: string | null;
      name: string;
      address: string;
      /** How, if not in the usual way of the kind: the audit log has it, too. */
      via?: Via;
    };

/** A program that makes a change with an API key. `isFormerSecret`: with one from before a rotation. */
export type KeyActor = {
  kind: "api_key";
  id: string;
  name: string;
  address: string;
  isFormerSecret: boolean;
};

/** Who uses a key, from an address. */
export const actorOfKey = (
  { id, name, isFormerSecret }: Pick<KeyActor, "id" | "name" | "isFormerSecret">,
  address: string,
): KeyActor => ({ kind: "api_key", id, name, address, isFormerSecret });

/** The operator of the installation, at its command line. */
export const OPERATOR: Actor = { kind: "operator", id: null, name: "operator", address: "" };

/** Tattle itself, for changes that no person makes. */
export const TATTLE: Actor = { kind: "tattle", id: null, name: "Tattle", address: "" };

const VIAS: Record<Actor["kind"], Via> = {
  user: "page",
  api_key: "api",
  operator: "server",
  tattle: "server",
};

/** How this person or program makes a change. */
export const chooseVia = (by: Actor): Via => (by.kind !== "api_key" && by.via) || VIAS[by.kind];
