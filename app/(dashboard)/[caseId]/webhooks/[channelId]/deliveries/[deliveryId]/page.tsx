import type { Metadata } from "next";
import { eventName } from "../../../delivery-outcome";
import { DeliveryView } from "./delivery-view";
import { type DeliveryPageProps, loadDelivery } from "./load-delivery";

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params, "webhooks");
  return { title: `${eventName(delivery)} to ${delivery.channel.title}` };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await loadDelivery(params, "webhooks"))} />;
}
