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

/** What a key (`general.chat`) is called. Keys of the contract are all in the messages; a template cannot say so. */
export const keyLabel = (key: string): LabelKey => `key.${key}` as LabelKey;
