import { feature } from '../../kernel/feature.ts';
import { schoolDataHandlers } from './school-data.handlers.ts';

export const schoolDataFeature = feature({ name: 'school-data', handlers: schoolDataHandlers });
