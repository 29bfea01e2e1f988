import { getInboxChoice, listInbox, readInboxItem } from '#contract/newsletters/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const pageSize = 20;

/** The user's inbox. */
export const inboxList = [listInbox] as const;
export const inboxItemQuery = (id: string) => callQuery(readInboxItem, { id });
export const inboxChoiceQuery = () => callQuery(getInboxChoice, {});
