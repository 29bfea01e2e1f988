import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('a bio is written with bold, link and list by keyboard, pasted without scripts, undone, saved and shown', async ({
  page,
  context,
  quiet,
}) => {
  // The sanitizer parses the pasted HTML, and the policy reports that it blocked its event handlers.
  quiet.ignore(/Content Security Policy/);
  const origin = address('north');
  await signIn(context, 'eve@north.campus.example', origin);
  await page.goto(`${origin}/settings/profile#bio`);
  await settled(page);
  const bio = page.getByRole('textbox', { name: 'Bio' });
  const tools = page.getByRole('toolbar', { name: 'Formatting' });
  await expect(bio).toBeFocused();
  // The browser reports a new selection to the editor a moment after the key press; people type more slowly than that.
  const press = (key: string) => page.keyboard.press(key, { delay: 60 });
  // Each try uses new text, because unchanged text isn't saved again.
  const word = `chess${Date.now()}`;
  await press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('I like ');
  await page.keyboard.press('Control+b');
  await expect(tools.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.type('tea');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' and my page');
  for (let sign = 0; sign < 4; sign += 1) await press('Shift+ArrowLeft');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const link = page.getByLabel('Link address');
  await expect(link).toBeFocused();
  await link.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a web or email address.')).toBeVisible();
  await link.fill('eve.example/me');
  await page.keyboard.press('Enter');
  await expect(bio).toBeFocused();
  await expect(bio.getByRole('link', { name: 'page' })).toHaveAttribute(
    'href',
    'https://eve.example/me',
  );
  for (const key of ['ArrowRight', 'End', 'Enter']) await press(key);
  await page.keyboard.press('Shift+Tab');
  await expect(tools.getByRole('button').first()).toBeFocused();
  for (let tool = 0; tool < 3; tool += 1) await page.keyboard.press('ArrowRight');
  await expect(tools.getByRole('button', { name: 'Bulleted list' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bio).toBeFocused();
  await page.keyboard.type(word);
  await expect(bio.getByRole('listitem')).toHaveText([word]);

  // Text pasted from another page keeps its words and formatting, but not its scripts and styles.
  await bio.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<p style="color:red" onclick="x()"> and <b>go</b><script>alert(1)</script></p>',
    );
    data.setData('text/plain', ' and go');
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(bio).toContainText('go');
  const pasted = await bio.textContent();
  await page.keyboard.press('Control+z');
  await expect(bio).not.toContainText('go');
  await tools.getByRole('button', { name: 'Redo' }).click();
  expect(await bio.textContent()).toBe(pasted);
  expect(await axeFinds(page, { within: '#bio' })).toEqual([]);

  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const { bio: html } = (await sent).postDataJSON() as { bio: string };
  expect(html).toContain(
    '<p>I like <strong>tea</strong> and my <a href="https://eve.example/me">page</a></p>',
  );
  expect(html).toContain('<strong>go</strong>');
  expect(html).not.toMatch(/style|script|onclick|alert/);
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);

  // After discarding, the saved text is back, and undo doesn't go past it.
  await bio.press('Control+End');
  await page.keyboard.type(' never');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(bio).not.toContainText('never');
  await expect(tools.getByRole('button', { name: 'Undo' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
