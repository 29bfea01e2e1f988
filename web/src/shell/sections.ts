import type { PermissionOf } from '#contract/permissions.ts';
import { sections } from '../lists/sections.ts';
import './section-titles.ts';
import type { Section } from './section.ts';

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
