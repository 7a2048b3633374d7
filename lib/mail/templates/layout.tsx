import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
} from "react-email";
import type { Closing, Fact, MailContent, Quote } from "./content";
import { box, button as buttonLook, ink, page, quoted, rule, sheet, styles, unbroken } from "./theme";

/** The HTML part of an email. */
export const renderHtml = (content: MailContent): Promise<string> => render(<Layout content={content} />);

function Layout({ content }: { content: MailContent }) {
  const {
    language = "en",
    subject,
    about,
    badge,
    title,
    lead,
    facts = [],
    quotes = [],
    button,
    otherButtons = [],
    closing,
    footnotes = [],
  } = content;
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{subject}</title>
        <style>{styles}</style>
      </Head>
      <Body {...page}>
        <Preview useTitleTag={false}>{lead}</Preview>
        <Container style={sheet}>
          <Text {...ink("quiet", { fontSize: 13, lineHeight: "20px", marginBottom: 28, ...unbroken })}>
            <strong {...ink("ink", { fontSize: 13, fontWeight: 600 })}>Tattle</strong>
            {about && ` · ${about}`}
          </Text>
          {badge && (
            <Text
              {...ink(badge.tone, { fontSize: 14, lineHeight: "20px", fontWeight: 600, marginBottom: 4 })}
            >
              {badge.mark} {badge.label}
            </Text>
          )}
          <Heading
            as="h1"
            {...ink("ink", { fontSize: 22, lineHeight: "30px", fontWeight: 600, ...unbroken })}
          >
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
            {otherButtons.map(({ label, url }) => (
              <Link
                key={url}
                href={url}
                {...ink("quiet", { fontSize: 14, marginLeft: 20, textDecoration: "underline" })}
              >
                {label}
              </Link>
            ))}
          </Section>
          <Hr {...rule} />
          {[closing, ...footnotes].map((note) => (
            <Note key={note.words} {...note} />
          ))}
        </Container>
      </Body>
    </Html>
  );
}

function Note({ words: text, link }: Closing) {
  return (
    <Text {...ink("quiet", { fontSize: 13, lineHeight: "20px", marginBottom: 12, ...unbroken })}>
      {text}{" "}
      {link && (
        <Link
          href={link.url}
          {...ink("quiet", { fontSize: 13, lineHeight: "20px", textDecoration: "underline" })}
        >
          {link.label}
        </Link>
      )}
      {link && "."}
    </Text>
  );
}

const cell = { fontSize: 14, lineHeight: "22px", padding: "4px 0", verticalAlign: "top" };

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ marginTop: 20 }}>
      <tbody>
        {facts.map(({ label, value, url }) => (
          <tr key={label} className="fact">
            <th
              scope="row"
              align="left"
              {...ink("quiet", { ...cell, fontWeight: 400, width: 140, paddingRight: 10 })}
            >
              {label}
            </th>
            <td {...ink("ink", { ...cell, ...unbroken })}>
              {url ? (
                <Link href={url} {...ink("ink", { ...cell, ...unbroken, textDecoration: "underline" })}>
                  {value}
                </Link>
              ) : (
                value
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quoted({ label, body, as }: Quote) {
  return (
    <>
      <Text {...ink("quiet", { fontSize: 14, lineHeight: "22px", margin: "20px 0 6px" })}>{label}</Text>
      <Section {...box}>
        <pre {...ink("ink", quoted[as])}>{body}</pre>
      </Section>
    </>
  );
}
