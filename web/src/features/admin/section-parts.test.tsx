import { waitFor } from '@testing-library/react';
import type { FunctionComponent } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { PermissionOf } from '#contract/permissions.ts';
import { me, stage, resetStage } from '../../testing/stage.tsx';
import { ChatSection } from '../chat-settings/chat-section.tsx';
import { MenuSection } from '../menus/menu-section.tsx';
import { SignOnSection } from '../sso/sign-on-section.tsx';
import { FieldRulesSection } from './field-rules-section.tsx';
// The list of sections includes their texts.
import '../../shell/sections.ts';

afterEach(resetStage);

/** Calls that everyone may make. */
const open = ['policy', 'listing_filters'];

test.each<[PermissionOf<'school'>, string, FunctionComponent, string[]]>([
  ['privacy.manage', 'privacy', FieldRulesSection, ['field-rules']],
  ['sharing.manage', 'privacy', FieldRulesSection, ['sharing']],
  ['analytics.manage', 'privacy', FieldRulesSection, ['analytics']],
  ['school.manage', 'chat', ChatSection, []],
  ['school.manage', 'sign-on', SignOnSection, ['session-limits']],
  ['sign-on.manage', 'sign-on', SignOnSection, ['sign-on']],
  ['menus.manage', 'menu', MenuSection, ['_']],
  ['school.manage', 'menu', MenuSection, []],
])(
  'the permission %s alone loads only its part of the section %s',
  async (may, _, Section, own) => {
    const { asked } = await stage(<Section />, { user: { ...me, permissions: [may] } });
    // No call gets a response here, and a part asks again when it appears with its failure.
    const paths = () => [
      ...new Set(asked.map(({ path }) => path).filter((path) => !open.includes(path))),
    ];
    await waitFor(() => expect(paths()).toEqual(own));
  },
);
