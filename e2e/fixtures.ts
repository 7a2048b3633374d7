import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";
import { Account } from "./pages/account";
import { ApiKeysPage } from "./pages/api-keys-page";
import { CommandMenu } from "./pages/command-menu";
import { SnitchList } from "./pages/snitch-list";
import { SnitchPage } from "./pages/snitch-page";
import { WebhooksPage } from "./pages/webhooks-page";
import { Receiver } from "./receiver";
import { World } from "./test-data";

type Fixtures = {
  /** A person who has signed up and is signed in. */
  account: Account;
  commandMenu: CommandMenu;
  snitchList: SnitchList;
  snitchPage: SnitchPage;
  webhooksPage: WebhooksPage;
  apiKeysPage: ApiKeysPage;
  receiver: Receiver;
  world: World;
};

/** Each test has an IP address of its own, so that tests do not share rate limits. */
const anAddress = () => [10, ...randomBytes(3)].join(".");

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs off this pattern.
  extraHTTPHeaders: async ({}, use) => use({ "X-Forwarded-For": anAddress() }),
  page: async ({ page }, use) => {
    const blocked: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) blocked.push(message.text());
    });
    await use(page);
    expect(blocked, "what the policy of a page blocked").toEqual([]);
  },
  account: async ({ page }, use) => {
    const account = new Account(
      page,
      `${randomBytes(6).toString("hex")}@example.com`,
      "correct horse battery",
    );
    await account.signUpByRequest();
    await use(account);
  },
  commandMenu: async ({ page }, use) => use(new CommandMenu(page)),
  snitchList: async ({ page }, use) => use(new SnitchList(page)),
  snitchPage: async ({ page }, use) => use(new SnitchPage(page)),
  webhooksPage: async ({ page }, use) => use(new WebhooksPage(page)),
  apiKeysPage: async ({ page }, use) => use(new ApiKeysPage(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs off this pattern.
  receiver: async ({}, use) => {
    const receiver = new Receiver();
    await receiver.open();
    await use(receiver);
    receiver.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  world: async ({}, use) => {
    const world = new World();
    await use(world);
    await world.close();
  },
});

/** A test that begins as someone who has signed up and is signed in. */
export const signedInTest = test.extend<{ signedIn: Account }>({
  signedIn: [async ({ account }, use) => use(account), { auto: true }],
});

export { expect };
