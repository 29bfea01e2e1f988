import admin from 'messages:en/admin.*';
import development from 'messages:en/dev.*';
import settings from 'messages:en/settings.*';
import type { PermissionOf } from '#contract/permissions.ts';
import { addEnglish } from '../lib/messages.ts';
import { sections } from '../lists/sections.ts';
import './section-titles.ts';
import type { Section } from './section.ts';

addEnglish(admin);
addEnglish(development);
addEnglish(settings);

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
