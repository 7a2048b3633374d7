import type { Metadata } from "next";
import { DeliveryView } from "../../../../channels/[channelId]/deliveries/[deliveryId]/delivery-view";
import {
  type DeliveryPageProps,
  loadDelivery,
} from "../../../../channels/[channelId]/deliveries/[deliveryId]/load-delivery";
import { eventName } from "../../../../channels/delivery-outcome";

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params, "webhooks");
  return { title: `${eventName(delivery)} to ${delivery.channel.title}` };
}

export default async function DeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await loadDelivery(params, "webhooks"))} />;
}
