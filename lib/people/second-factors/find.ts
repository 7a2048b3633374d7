import { db } from "@/lib/platform/db";

/** What an account has alongside its password. */
export async function listFactors(userId: string) {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      authenticatorApp: { select: { confirmedAt: true } },
      passkeys: {
        orderBy: { id: "asc" },
        select: { id: true, name: true, rpId: true, createdAt: true, lastUsedAt: true },
      },
      _count: { select: { recoveryCodes: true } },
    },
  });
  return {
    hasPassword: user.passwordHash !== null,
    /** Since when there is an authenticator app. */
    appSince: user.authenticatorApp?.confirmedAt ?? null,
    passkeys: user.passkeys,
    recoveryCodes: user._count.recoveryCodes,
  };
}
