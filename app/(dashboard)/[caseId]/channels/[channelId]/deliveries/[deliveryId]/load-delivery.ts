import { notFound, redirect } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { may } from "@/lib/cases/roles";
import { findDelivery } from "@/lib/channels/list";
import { channelPath } from "@/lib/channels/path";
import { isUuid } from "@/lib/rules/uuid";

export type DeliveryPageProps = {
  params: Promise<{ caseId: string; channelId: string; deliveryId: string }>;
};

/** The delivery of a page. `section`: the part of the path after the case; a channel of the other one is redirected there. */
export async function loadDelivery(params: DeliveryPageProps["params"], section: "webhooks" | "channels") {
  const { caseId, channelId, deliveryId } = await params;
  const path = `/${section}/${channelId}/deliveries/${deliveryId}`;
  const { theCase, role } = await currentCase(caseId, path);
  const isManager = may(role, "manage_channels");
  const areIds = isUuid(channelId) && isUuid(deliveryId);
  const delivery = areIds ? await findDelivery(theCase.id, channelId, deliveryId, isManager) : null;
  if (!delivery) notFound();
  const { channel } = delivery;
  if ((channel.kind === "webhook") !== (section === "webhooks"))
    redirect(`${channelPath(theCase.id, channel)}/deliveries/${delivery.id}`);
  return { caseId: theCase.id, delivery, isManager };
}
