import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addEnglish } from '../../lib/messages.ts';
import { later } from '../../messages/en-later.ts';
import { stage, strike } from '../../testing/stage.tsx';
import { ProvisioningSection } from './provisioning-section.tsx';

addEnglish(later);
afterEach(strike);

test('the address for the provider can be copied, and the first key made', async () => {
  const scimAddress = 'https://campus.test/scim/v2';
  await stage(<ProvisioningSection />, {
    answers: { 'api-keys': () => ({ items: [], scimAddress }) },
  });
  expect(await screen.findByDisplayValue(scimAddress)).toBeTruthy();
  expect(screen.getByText(later['provisioning.noneBody'])).toBeTruthy();
  expect(screen.getByRole('button', { name: later['keys.make'] })).toBeTruthy();
});
