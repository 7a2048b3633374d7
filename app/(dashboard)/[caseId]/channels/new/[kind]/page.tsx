import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { galleryGroups } from "@/components/channels/gallery";
import { BackLink, PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { webhook } from "@/lib/channel-kinds/webhook";
import { addChannelAction } from "../../actions";
import { BodyPreview } from "../../body-preview";
import { formSettings } from "../../form-settings";
import { SettingFields } from "../../setting-fields";

type NewChannelPageProps = {
  params: Promise<{ caseId: string; kind: string }>;
  searchParams: Promise<{ way?: unknown }>;
};

async function loadChoice(params: NewChannelPageProps["params"]) {
  const { caseId, kind } = await params;
  const { theCase } = await currentCase(caseId, `/channels/new/${kind}`, "manage_channels");
  const choices = galleryGroups().flatMap((group) => group.choices);
  const choice = choices.find((one) => one.kind === kind) ?? notFound();
  return { caseId: theCase.id, choice };
}

export async function generateMetadata({ params }: Pick<NewChannelPageProps, "params">): Promise<Metadata> {
  const { choice } = await loadChoice(params);
  return { title: `Add ${choice.label}` };
}

export default async function NewChannelOfKindPage({ params, searchParams }: NewChannelPageProps) {
  const { caseId, choice } = await loadChoice(params);
  const { kind, label, needs } = choice;
  return (
    <div className="max-w-xl">
      <BackLink href={`/${caseId}/channels/new`}>All channels</BackLink>
      <PageHeader title={`Add ${label}`}>{needs}.</PageHeader>
      <Form asksBeforeLeaving action={addChannelAction.bind(null, caseId, kind)}>
        <SettingFields {...formSettings(kind, {}, (await searchParams).way)} />
        {kind === webhook.kind && <BodyPreview caseId={caseId} />}
        <Field
          label="Name"
          name="name"
          isOptional
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          hint="Useful if there are several."
        />
        <div className="flex flex-wrap gap-2 pt-1">
          <Submit name="test" value="on" busy="Adding and testing…">
            Add and Test
          </Submit>
          <Submit look="plain" busy="Adding…">
            Add Channel
          </Submit>
          <ButtonLink href={`/${caseId}/channels/new`} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
