/** Who does something, by the name they have now, and from which address; that is empty where there was no request. */
export type Actor = {
  kind: "user" | "api_key" | "operator" | "tattle";
  /** The user's or the key's id. */
  id: string | null;
  name: string;
  address: string;
};

/** Whoever runs the installation, at its command line. */
export const OPERATOR: Actor = { kind: "operator", id: null, name: "operator", address: "" };

/** What happens by itself. */
export const TATTLE: Actor = { kind: "tattle", id: null, name: "Tattle", address: "" };
