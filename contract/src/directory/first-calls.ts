import { first, type FirstCalls } from '../first-call.ts';
import { directoryQuestion } from './address.ts';

export const firstCalls: FirstCalls = {
  ofPages: {
    '/directory': (search) => {
      const { filters, order } = directoryQuestion(search);
      return [
        first('GET /mobile_ws/v18/mobile_people', {
          ...filters,
          range: '0',
          limit: '20',
          ...(order !== undefined && { order1: order }),
        }),
        first('GET /mobile_ws/v18/listing_filters', { type: 'directory' }),
        first('GET /mobile_ws/v18/listing_config', { type: 'directory' }),
      ];
    },
  },
};
