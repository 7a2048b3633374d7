import type { Metadata } from "next";
import { messageName } from "../../../delivery-outcome";
import { DeliveryView } from "./delivery-view";
import { type DeliveryPageProps, loadDelivery } from "./load-delivery";

export async function generateMetadata({ params }: DeliveryPageProps): Promise<Metadata> {
  const { delivery } = await loadDelivery(params, "channels");
  return { title: `${messageName(delivery)} to ${delivery.channel.title}` };
}

export default async function ChannelDeliveryPage({ params }: DeliveryPageProps) {
  return <DeliveryView {...(await loadDelivery(params, "channels"))} />;
}
