import { env } from "@/lib/platform/env";
import { hashToken } from "@/lib/platform/secret-token";
import { readSignedId, signId } from "@/lib/platform/signed-id";

/**
 * The link of an invitation that is copied and passed on by hand. It is not the one in the email: a person who opens it has not shown
 * that they read mail to the address. It stops working with the invitation.
 */
export const copiedInvitationUrl = (invitationId: string) =>
  `${env.APP_URL}/invitations/${signId(invitationId)}`;

/** How to find the invitation behind the token of a link, and whether the token was emailed. */
export function parseInvitationToken(token: string) {
  const id = readSignedId(token);
  return id
    ? ({ column: "id", value: id, isMailed: false } as const)
    : ({ column: "token_hash", value: hashToken(token), isMailed: true } as const);
}
