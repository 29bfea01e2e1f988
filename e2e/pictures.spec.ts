import { join } from 'node:path';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

const cover = join(import.meta.dirname, '../server/demo/pictures/covers/cover-03.webp');

test('a picture is chosen, cropped by keyboard, uploaded with progress, adjusted, removed and restored', async ({
  page,
  context,
  quiet,
}) => {
  // The test makes one upload fail.
  quiet.ignore(/422/);
  const origin = address('north');
  await signIn(context, 'eve@north.campus.example', origin);
  await page.goto(`${origin}/settings/profile`);
  await settled(page);
  const controls = page.getByRole('region', { name: 'Picture', exact: true });
  const shown = page.getByRole('region', { name: 'Your pictures' }).locator('img.rounded-full');

  // This file isn't a picture: the browser can't show it, so it isn't sent.
  const choose = (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
    controls.locator('input[type=file]').setInputFiles(file);
  await choose({
    name: 'x.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('<svg onload=alert(1)>'),
  });
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await expect(dialog.getByRole('alert')).toContainText('This file type isn’t supported.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await choose({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_000_001) });
  await expect(controls.getByRole('alert')).toHaveText(
    'That file is over 10 MB. Choose a smaller one.',
  );

  await choose(cover);
  await dialog.getByRole('application', { name: 'Crop area' }).focus();
  await dialog.getByLabel('Zoom').fill('2');
  await dialog.getByRole('application').press('ArrowRight');
  await expect(dialog.getByRole('status').first()).toHaveText(/^Center 5\d% across, 50% down$/);
  expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/profile/pictures/photo'),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(new URL((await sent).url()).searchParams.get('zoom')).toBe('2');
  await expect(page.getByText('Picture saved')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const first = await shown.getAttribute('src');
  expect(first).toMatch(/^\/files\/[0-9a-f]{40}-m\.webp$/);
  await expect
    .poll(() =>
      shown.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]),
    )
    .toEqual([true, true]);

  await controls.getByRole('button', { name: 'Adjust picture' }).click();
  await expect(dialog.getByLabel('Zoom')).toHaveValue('2');
  const stage = dialog.getByRole('application');
  const box = await stage.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  const cut = page.waitForRequest((request) => request.method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(((await cut).postDataJSON() as { x: number }).x).toBeLessThan(0.5);
  await expect(dialog).toHaveCount(0);
  await expect(shown).not.toHaveAttribute('src', first ?? '');

  await controls.getByRole('button', { name: 'Remove picture' }).click();
  await expect(controls.getByRole('button', { name: 'Choose picture' })).toBeFocused();
  await expect(shown).toHaveCount(0);
  // The Undo button of the toast; the bio's toolbar has one, too.
  await page.getByText('Undo', { exact: true }).click();
  await expect(shown).toBeVisible();
});

test('an upload can be canceled while it runs @soak', async ({ page, context, quiet }) => {
  quiet.ignore(/ERR_FAILED|aborted/i);
  const origin = address('north');
  await signIn(context, 'eve@north.campus.example', origin);
  await page.goto(`${origin}/settings/profile`);
  await settled(page);
  const controls = page.getByRole('region', { name: 'Cover', exact: true });
  await page.route('**/profile/pictures/cover*', () => undefined);
  await controls.locator('input[type=file]').setInputFiles(cover);
  const dialog = page.getByRole('dialog', { name: 'Your cover' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
