import type { Metadata } from "next";
import { currentOperator } from "@/app/sign-in/session";
import { areAlertsOnTime } from "@/lib/health/heartbeat";
import { env } from "@/lib/platform/env";
import { OperatorFrame } from "../frame";
import { HeartbeatSetup } from "./heartbeat-setup";

export const metadata: Metadata = { title: "Heartbeats of this installation" };

export default async function OperatorHeartbeatsPage() {
  await currentOperator();
  return (
    <OperatorFrame path="/operator/heartbeats">
      <HeartbeatSetup
        urls={env.HEARTBEAT_URLS}
        checkInUrl={env.CHECK_IN_URL}
        isOnTime={await areAlertsOnTime()}
      />
    </OperatorFrame>
  );
}
