import { env } from "@/lib/platform/env";

// next-auth reads its own URL only from this variable: by it, it knows the name of the session cookie.
process.env.NEXTAUTH_URL ??= env.APP_URL;
