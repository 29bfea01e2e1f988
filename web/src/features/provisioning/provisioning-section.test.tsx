import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { english } from '../../testing/english.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { ProvisioningSection } from './provisioning-section.tsx';

afterEach(resetStage);

test('the section shows the SCIM address, and without keys an empty state and a button to create one', async () => {
  const scimAddress = 'https://campus.test/scim/v2';
  await stage(<ProvisioningSection />, {
    answers: { 'api-keys': () => ({ items: [], scimAddress }) },
  });
  expect(await screen.findByDisplayValue(scimAddress)).toBeTruthy();
  expect(screen.getByText(english['provisioning.noneBody'])).toBeTruthy();
  expect(screen.getByRole('button', { name: english['keys.make'] })).toBeTruthy();
});
