import type { ReplyOf } from '#contract/call.ts';
import type {
  AcademicKey,
  GeneralKey,
  MemberKey,
  OfficerKey,
  Platform,
} from '#contract/notifications/keys.ts';
import {
  type readPreferences,
  updateGroupPreference,
  updatePreference,
} from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';

/** Saves a switch of a key (`general.chat`) and returns the whole matrix. `group` is the club of a club-specific key. */
export function choose(
  name: string,
  platform: Platform,
  isOn: boolean,
  group: string | null,
): Promise<ReplyOf<typeof readPreferences>> {
  const [place = '', key = ''] = name.split('.');
  const preferences = { [platform]: isOn ? 'yes' : 'no' } as const;
  // The names come from the contract's table, but splitting them loses their type.
  if (place === 'member' || place === 'officer')
    return call(updateGroupPreference, {
      groupId: group ?? '',
      role: place,
      key: key as MemberKey | OfficerKey,
      preferences,
    });
  return call(updatePreference, {
    category: place as 'academic' | 'general',
    key: key as AcademicKey | GeneralKey,
    preferences,
  });
}
