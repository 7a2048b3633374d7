/** Who makes a change. `address` is the client's IP address; empty if there is no request. */
export type Actor = {
  kind: "user" | "api_key" | "operator" | "tattle";
  /** The id of the user or the key; null for others. */
  id: string | null;
  name: string;
  address: string;
};

/** A program that makes a change with an API key. */
export type KeyActor = Actor & { kind: "api_key"; id: string };

/** The operator of the installation, at its command line. */
export const OPERATOR: Actor = { kind: "operator", id: null, name: "operator", address: "" };

/** Tattle itself, for changes that no person makes. */
export const TATTLE: Actor = { kind: "tattle", id: null, name: "Tattle", address: "" };
