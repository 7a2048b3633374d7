import type { MetadataRoute } from "next";

/** What a browser needs to install Tattle as an app. `npm run pictures` draws the icons. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: "/",
    name: "Tattle",
    short_name: "Tattle",
    description: "Monitors cron jobs and other scheduled work.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#4f46e5",
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
