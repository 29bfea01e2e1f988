import { listingConfig, listingFilters, mobilePeople } from '../people/calls.ts';
import { first, type FirstCalls } from '../first-call.ts';
import { directoryQuestion } from './address.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/directory': (search) => {
      const { filters, order } = directoryQuestion(search);
      return [
        first(mobilePeople, {
          ...filters,
          range: '0',
          limit: '20',
          ...(order !== undefined && { order1: order }),
        }),
        first(listingFilters, { type: 'directory' }),
        first(listingConfig, { type: 'directory' }),
      ];
    },
  },
};
