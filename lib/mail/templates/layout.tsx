import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Section, Text } from "react-email";
import type { Fact, Letter, Quote } from "./letter";
import { box, button as buttonLook, ink, page, rule, sheet, sheetOfStyles, typed, unbroken } from "./look";

/** The one look that all mails share. */
export function Layout({ letter }: { letter: Letter }) {
  const { about, badge, title, lead, facts = [], quotes = [], button, closing } = letter;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{sheetOfStyles}</style>
      </Head>
      <Preview>{lead}</Preview>
      <Body {...page}>
        <Container style={sheet}>
          <Text {...ink("quiet", { fontSize: 13, lineHeight: "20px", marginBottom: 28, ...unbroken })}>
            <strong {...ink("ink", { fontSize: 13, fontWeight: 600 })}>Tattle</strong>
            {about && ` · ${about}`}
          </Text>
          {badge && (
            <Text {...ink(badge.tone, { fontSize: 14, lineHeight: "20px", fontWeight: 600, marginBottom: 4 })}>
              {badge.mark} {badge.label}
            </Text>
          )}
          <Heading as="h1" {...ink("ink", { fontSize: 22, lineHeight: "30px", fontWeight: 600, ...unbroken })}>
            {title}
          </Heading>
          <Text {...ink("ink", { marginTop: 12, ...unbroken })}>{lead}</Text>
          {facts.length > 0 && <Facts facts={facts} />}
          {quotes.map((quote) => (
            <Quoted key={quote.label} {...quote} />
          ))}
          <Section style={{ marginTop: 28 }}>
            <Button href={button.url} {...buttonLook}>
              {button.label}
            </Button>
          </Section>
          <Hr {...rule} />
          <Text {...ink("quiet", { fontSize: 13, lineHeight: "20px", ...unbroken })}>
            {closing.words}{" "}
            {closing.link && (
              <Link href={closing.link.url} {...ink("quiet", { fontSize: 13, textDecoration: "underline" })}>
                {closing.link.label}
              </Link>
            )}
            {closing.link && "."}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ marginTop: 20 }}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label} className="fact">
            <td width={176} valign="top" {...ink("quiet", { fontSize: 14, lineHeight: "22px", padding: "3px 0" })}>
              {label}
            </td>
            <td valign="top" {...ink("ink", { fontSize: 14, lineHeight: "22px", padding: "3px 0", ...unbroken })}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quoted({ label, body }: Quote) {
  return (
    <>
      <Text {...ink("quiet", { fontSize: 14, lineHeight: "22px", margin: "20px 0 6px" })}>{label}</Text>
      <Section {...box}>
        <Text {...ink("ink", typed)}>{body}</Text>
      </Section>
    </>
  );
}
