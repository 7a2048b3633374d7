import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FilteredText, type Filters, filter, MAIL_METHOD } from "./filters";

const NO_FILTERS: Filters = {
  methods: "",
  inSubject: false,
  inBody: false,
  inHttpBody: false,
  successKeywords: "",
  failureKeywords: "",
  startKeywords: "",
  failsByDefault: false,
};

const KEYWORDS: Filters = {
  ...NO_FILTERS,
  successKeywords: "OK, success",
  failureKeywords: "ERROR,fatal error",
  startKeywords: "begin",
};

const http = (body: string): FilteredText => ({ via: "http", body });
const mail = (subject: string, body = ""): FilteredText => ({ via: "mail", subject, body });

describe("keywords in the body of a request", () => {
  const filters = { ...KEYWORDS, inHttpBody: true };

  test.each([
    ["all is OK", "success"],
    ["OK", "success"],
    ["a success", "success"],
    ["ERROR 5", "failure"],
    ["a fatal error happened", "failure"],
    ["we begin", "start"],
    // A failure comes before a success, and that before a start.
    ["OK, but ERROR", "failure"],
    ["begin OK", "success"],
    ["begin ERROR", "failure"],
    // A letter matches only itself, and a keyword may be a part of a word.
    ["ok", "ignored"],
    ["fatal  error", "ignored"],
    ["BOOKS", "success"],
    ["done", "ignored"],
    ["", "ignored"],
    // White space around a keyword does not belong to it.
    ["unsuccessful", "success"],
  ])("“%s” is %s", (body, meaning) => {
    expect(filter(filters, "POST", http(body))).toBe(meaning);
  });

  test("a request without any keyword fails if the filters say so", () => {
    const failing = { ...filters, failsByDefault: true };
    expect(filter(failing, "POST", http("done"))).toBe("failure");
    expect(filter(failing, "GET", http(""))).toBe("failure");
    expect(filter(failing, "POST", http("OK"))).toBe("success");
    expect(filter(failing, "POST", http("begin"))).toBe("start");
  });

  test("they do not count where the request says itself what it means", () => {
    expect(filter({ ...filters, failsByDefault: true }, "POST", null)).toBe("unchanged");
  });

  test("they are not looked for in emails", () => {
    expect(filter({ ...filters, failsByDefault: true }, MAIL_METHOD, mail("ERROR", "ERROR"))).toBe(
      "unchanged",
    );
  });
});

describe("keywords in emails", () => {
  test.each([
    [{ inSubject: true }, mail("OK", "ERROR"), "success"],
    [{ inBody: true }, mail("OK", "ERROR"), "failure"],
    [{ inSubject: true, inBody: true }, mail("OK", "ERROR"), "failure"],
    [{ inSubject: true, inBody: true }, mail("begin", ""), "start"],
    [{ inSubject: true }, mail("done", "OK"), "ignored"],
    [{ inSubject: true, failsByDefault: true }, mail("done", "OK"), "failure"],
    // The end of a subject and the beginning of a body are not one word.
    [{ inSubject: true, inBody: true }, mail("O", "K"), "ignored"],
    [{}, mail("ERROR", "ERROR"), "unchanged"],
  ] as const)("%o: %o is %s", (places, text, meaning) => {
    expect(filter({ ...KEYWORDS, ...places }, MAIL_METHOD, text)).toBe(meaning);
  });

  test("the method that a request over HTTP must have does not matter to them", () => {
    expect(filter({ ...NO_FILTERS, methods: "POST" }, MAIL_METHOD, mail("OK"))).toBe("unchanged");
    expect(filter({ ...NO_FILTERS, methods: "POST" }, MAIL_METHOD, null)).toBe("unchanged");
  });
});

test.each(["GET", "HEAD", "PUT", "post", ""])("%s is ignored where only POST counts", (method) => {
  const filters: Filters = { ...KEYWORDS, inHttpBody: true, methods: "POST", failsByDefault: true };
  expect(filter(filters, method, http("ERROR"))).toBe("ignored");
  expect(filter(filters, method, null)).toBe("ignored");
  expect(filter(filters, "POST", http("ERROR"))).toBe("failure");
  expect(filter(filters, "POST", null)).toBe("unchanged");
});

const text = fc.string({ unit: fc.constantFrom("a", "b", ",", " ", "\n", "é") });
const anyFilters: fc.Arbitrary<Filters> = fc.record({
  methods: fc.constantFrom("" as const, "POST" as const),
  inSubject: fc.boolean(),
  inBody: fc.boolean(),
  inHttpBody: fc.boolean(),
  successKeywords: text,
  failureKeywords: text,
  startKeywords: text,
  failsByDefault: fc.boolean(),
});
const anyText = fc.option(
  fc.oneof(
    fc.record({ via: fc.constant("http" as const), body: text }),
    fc.record({ via: fc.constant("mail" as const), subject: text, body: text }),
  ),
);
const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "");

test("keywords that are looked for nowhere change nothing", () => {
  fc.assert(
    fc.property(anyFilters, method, anyText, (filters, method, text) => {
      const nowhere = {
        ...filters,
        methods: "" as const,
        inSubject: false,
        inBody: false,
        inHttpBody: false,
      };
      expect(filter(nowhere, method, text)).toBe("unchanged");
    }),
  );
});

test("a failure keyword is never a success, whatever else stands in the body", () => {
  fc.assert(
    fc.property(anyFilters, text, text, (filters, before, after) => {
      const all = { ...filters, methods: "" as const, inHttpBody: true, failureKeywords: "a,FAILED" };
      expect(filter(all, "POST", http(`${before}FAILED${after}`))).toBe("failure");
    }),
  );
});

test("only filters that fail by default make a failure of a text without failure keywords", () => {
  fc.assert(
    fc.property(anyFilters, method, anyText, (filters, method, text) => {
      const found = filter({ ...filters, failureKeywords: "" }, method, text);
      if (found === "failure") expect(filters.failsByDefault).toBe(true);
      if (filters.failsByDefault && found === "ignored") {
        expect([filters.methods, method === "POST"]).toEqual(["POST", false]);
      }
    }),
  );
});
