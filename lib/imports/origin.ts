/** Where an import comes from. Nothing of it is stored or logged. */
export type Origin = {
  /** Who imports. */
  account: string;
  /** The address of the product. Empty for its own service. */
  url: string;
  key: string;
  /** The organization at Sentry. */
  organization: string;
  /** The file of a backup. */
  file: Uint8Array;
  /** Whether addresses of private networks may be asked. Only the operator may do so. */
  allowPrivate: boolean;
};
