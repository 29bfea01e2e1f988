import { listConnections } from '../connections/calls.ts';
import { mobilePeople } from '../people/calls.ts';
import { listFeed } from '../posts/calls.ts';
import { listSuggestions } from '../suggestions/calls.ts';
import { first, type FirstCalls } from '../first-call.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/': () => [
      first(listFeed, {}),
      first(mobilePeople, {
        range: '0',
        limit: '7',
        order1: 'CreatedOnDesc',
      }),
      first(listConnections, { list: 'incoming', pageSize: 5 }),
      first(listSuggestions, { size: 8 }),
    ],
  },
};
