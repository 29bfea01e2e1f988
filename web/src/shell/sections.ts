import developmentBodies from 'messages:en/dev.*Body';
import type { PermissionOf } from '#contract/permissions.ts';
import { addEnglish } from '../lib/messages.ts';
import { sections } from '../lists/sections.ts';
import './section-titles.ts';
import type { Section } from './section.ts';

// What the sections of the dev space say of themselves stands beside their names.
addEnglish(developmentBodies);

const inOrder = (sections as readonly Section[]).toSorted((a, b) => a.order - b.order);

/** The sections of a page that somebody with these permissions sees: in its bar and in the command palette. */
export const sectionsOf = (
  page: Section['in'],
  held: readonly PermissionOf<'school'>[],
): readonly Section[] =>
  inOrder.filter(
    (one) =>
      one.in === page && (one.permissions?.some((permission) => held.includes(permission)) ?? true),
  );
