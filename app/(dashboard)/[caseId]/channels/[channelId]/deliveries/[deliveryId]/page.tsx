import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { may } from "@/lib/cases/roles";
import { findDelivery } from "@/lib/channels/list";
import { isUuid } from "@/lib/rules/uuid";
import { deliveryName } from "../../../delivery-outcome";
import { DeliveryView } from "./delivery-view";

type DeliveryPageProps = { params: Promise<{ caseId: string; channelId: string; deliveryId: string }> };

async function loadDelivery(params: DeliveryPageProps["params"]) {
  const { caseId, channelId, deliveryId } = await params;
  const path = `/channels/${channelId}/deliveries/${deliveryId}`;
  const { theCase, role } = await currentCase(caseId, path);
  const isManager = may(role, "manage_channels");
  const areIds = isUuid(channelId) && isUuid(deliveryId);
  const delivery = areIds ? await findDelivery(theCase.id, channelId, deliveryId, isManager) : null;
  if (!delivery) notFound();
  return { caseId: theCase.id, delivery, isManager };
}

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params);
  return { title: `${deliveryName(delivery.channel.kind, delivery)} to ${delivery.channel.title}` };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await loadDelivery(params))} />;
}
