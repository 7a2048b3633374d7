/** Identifies the version of the pages. The bundler writes it into pages and server alike. */
export const BUILD = process.env.NEXT_PUBLIC_BUILD ?? "development";

/** The header of `/readyz` that says which version the server has. */
export const BUILD_HEADER = "X-Tattle-Build";
