import { z } from "zod";
import { cut } from "@/lib/rules/cut";
import { buildTitle, listLinks } from "@/lib/rules/messages/alert-message";
import { oneLine } from "./details";
import type { ChannelKind } from "./kind";
import { matching } from "./settings";

// Twilio takes 1,600 characters, and each 67 to 153 of them cost as much as a message.
const MAX_TITLE = 200;

const PHONE = /^\+[1-9]\d{6,14}$/;

const settings = z.object({
  sid: matching(/^AC[0-9a-f]{32}$/, "must be an account SID, which begins with AC", {
    title: "Account SID",
    description: "On the home page of the Twilio console.",
    example: "AC0123456789abcdef0123456789abcdef",
  }),
  token: matching(/^[0-9a-f]{32}$/, "must be the 32 digits and letters of an auth token", {
    title: "Auth token",
    description: "Next to the account SID.",
    example: "0123456789abcdef0123456789abcdef",
  }),
  from: matching(
    /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
    "must be a number such as +15005550006, a messaging service or a sender name",
    {
      title: "From",
      description:
        "One of your Twilio numbers, the SID of a messaging service, or a sender name of at most 11 letters.",
      example: "+15005550006",
    },
  ),
  to: matching(PHONE, "must be a number with its country code, such as +15558675310", {
    title: "To",
    description: "The phone number, with + and the country code, without spaces.",
    example: "+15558675310",
  }),
});

type Settings = z.output<typeof settings>;

const buildSender = ({ from }: Settings): Record<string, string> =>
  from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };

const codes = (...numbers: number[]) => new RegExp(`"code":\\s*(${numbers.join("|")})\\b`);

/**
 * A text message by Twilio: the title and the most useful link, because each part of a longer one costs. Sources:
 * twilio.com/docs/messaging/api/message-resource, twilio.com/docs/api/errors.
 */
export const twilio: ChannelKind<Settings> = {
  kind: "twilio",
  label: "SMS (Twilio)",
  color: "#b91c34",
  group: "push",
  needs: "Enter a Twilio number that can send SMS",
  settings,
  secrets: ["token"],
  hosts: ["api.twilio.com"],
  stateful: false,
  monthlyQuota: 500,
  buildRequests(notification, config) {
    if (notification.event === "acknowledged") return [];
    const link = listLinks(notification).at(0);
    const body = [cut(oneLine(buildTitle(notification)), MAX_TITLE), link && `${link.label}: ${link.url}`];
    const message = {
      ...buildSender(config),
      To: config.to,
      Body: body.filter(Boolean).join("\n"),
      // Replaces characters such as “…”, with which a part has 67 characters instead of 153.
      SmartEncoded: "true",
      ...(notification.statusUrl && { StatusCallback: notification.statusUrl }),
    };
    return [
      {
        method: "POST",
        url: `https://api.twilio.com/2010-04-01/Accounts/${config.sid}/Messages.json`,
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Authorization: `Basic ${Buffer.from(`${config.sid}:${config.token}`).toString("base64")}`,
        },
        body: new URLSearchParams(message).toString(),
      },
    ];
  },
  interpret: [
    {
      status: 400,
      text: codes(21211, 21214, 21217, 21614),
      why: "Twilio says that this phone number is not valid for text messages. Check the number.",
    },
    {
      status: 400,
      text: codes(21610),
      why: "This phone has unsubscribed by replying STOP. Reply START from it, then switch this channel on again.",
    },
    {
      status: 400,
      text: codes(21408, 21612),
      why: "Your Twilio account is not allowed to send to this number. Allow its country in Twilio’s geo permissions, or choose another sender.",
    },
    {
      status: 400,
      text: codes(21212, 21603, 21606, 21659, 21660, 21703, 21705),
      why: "Your Twilio account is not allowed to send from this number or service. Check the sender.",
    },
    {
      status: [401, 403, 404],
      why: "Twilio does not accept this account SID and auth token, or the account is suspended. Copy both again from the Twilio console.",
    },
    { status: [400, 413], switchOff: false, why: "Twilio refused this message." },
  ],
};
