import developmentBodies from 'messages:en/dev.*Body';
import type { PermissionOf } from '#contract/permissions.ts';
import { addEnglish } from '../lib/messages.ts';
import { sections } from '../lists/sections.ts';
import './section-titles.ts';
import type { Section } from './section.ts';

// The sections of the developer pages show their descriptions next to their names.
addEnglish(developmentBodies);

const inOrder = (sections as readonly Section[]).toSorted((a, b) => a.order - b.order);

/** Returns the sections of a page that these permissions allow, for its list and the command palette. */
export const sectionsOf = (
  page: Section['in'],
  held: readonly PermissionOf<'school'>[],
): readonly Section[] =>
  inOrder.filter(
    (one) =>
      one.in === page && (one.permissions?.some((permission) => held.includes(permission)) ?? true),
  );
