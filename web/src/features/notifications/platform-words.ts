import { Mail, MonitorSmartphone, Smartphone, type LucideIcon } from 'lucide-react';
import words from 'messages:en/key.*';
import type { Platform } from '#contract/notifications/keys.ts';
import { addEnglish, type LabelKey } from '../../lib/messages.ts';

addEnglish(words);

export const platformIcons: Readonly<Record<Platform, LucideIcon>> = {
  in_app: MonitorSmartphone,
  mobile: Smartphone,
  email: Mail,
};

/**
 * Returns the message key of a notification key (`general.chat`). All keys of the contract have messages, which a template
 * type can't express.
 */
export const keyLabel = (key: string): LabelKey => `key.${key}` as LabelKey;
