import type { Metadata } from "next";
import { DeliveryView } from "../../../../webhooks/[channelId]/deliveries/[deliveryId]/delivery-view";
import {
  type DeliveryPageProps,
  loadDelivery,
} from "../../../../webhooks/[channelId]/deliveries/[deliveryId]/load-delivery";
import { messageName } from "../../../../webhooks/delivery-outcome";

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params, "channels");
  return { title: `${messageName(delivery)} to ${delivery.channel.title}` };
}

export default async function ChannelDeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await loadDelivery(params, "channels"))} />;
}
