import { listingConfig, listingFilters, mobilePeople } from '../people/calls.ts';
import { first, type FirstCalls } from '../first-call.ts';
import { directoryQuestion, orderToAsk } from './address.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/directory': (search) => {
      const question = directoryQuestion(search);
      const order = orderToAsk(question);
      return [
        first(mobilePeople, {
          ...question.filters,
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
