import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { TimeZoneList } from "@/components/time-zone-list";
import { listNotEmailed } from "@/lib/emails/recipients/list";
import { loadAlertingChoices } from "../../forms/load-alerting-choices";
import { SnitchFrame } from "../frame";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { chooseAddresses } from "../recipients-of";
import { ManagerSections } from "./manager-sections";

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/settings", "manage_snitches");
};

export async function generateMetadata({ params }: { params: SnitchParams }): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Settings of ${snitch.name} · ${theCase.name}` };
}

export default async function SnitchSettingsPage({ params }: { params: SnitchParams }) {
  const { theCase, role, snitch } = await load(params);
  const now = new Date();
  const { display } = await currentReader();
  const [notEmailed, alerting] = await Promise.all([
    listNotEmailed(theCase.id, chooseAddresses(snitch, theCase)),
    loadAlertingChoices(theCase.id, snitch),
  ]);
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="/settings" now={now}>
      <TimeZoneList first={display.zone} />
      <ManagerSections
        theCase={theCase}
        snitch={snitch}
        notEmailed={notEmailed}
        alerting={alerting}
        now={now}
      />
    </SnitchFrame>
  );
}
