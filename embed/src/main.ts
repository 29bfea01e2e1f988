import { defineCampusApp } from './campus-app.ts';

export { CampusApp } from './campus-app.ts';
export { mountCampus, type Campus, type CampusOptions } from './mount-campus.ts';
export type { HostSchool, HostSession, HostTheme } from '#contract/embedding/host-messages.ts';

defineCampusApp();
