/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
const course = { id: '1' };
const missing = 404;

export const inputs = {
  'courses.get': course,
  'courses.assignments.list': course,
  'courses.quizzes.list': course,
  'courses.grades.list': course,
  'courses.announcements.list': course,
  'courses.files.list': course,
  'courses.people.list': course,
  'courses.people.export': course,
  'courses.visit': course,
  'courses.match': { ...course, section: null },
  'courses.announcements.create': {
    ...course,
    clientId: '0190a0c0-0000-7000-8000-000000000001',
    title: 'Slides',
    body: '',
  },
  'courses.announcements.update': { ...course, title: 'Slides', body: '' },
  'courses.announcements.delete': course,
  'courses.links.create': {
    ...course,
    clientId: '0190a0c0-0000-7000-8000-000000000002',
    module: 'Week 1',
    title: 'Syllabus',
    url: 'https://files.example/syllabus',
  },
  'courses.links.delete': course,
  'courses.settings.update': { showsGrades: false },
  'courses.lms.receive': { state: 'none', code: 'none' },
  'courses.lms.finish': { ticket: 'a-ticket-that-nobody-was-given' },
  'courses.lms.change-setup': {
    kind: 'canvas',
    name: 'Canvas',
    baseUrl: 'https://canvas.example.edu',
    clientId: '1',
    clientSecret: 'secret',
    isOn: false,
  },
};

/** No one in the matrix is in a course, and the school has no LMS. */
export const admitted = {
  'courses.get': missing,
  'courses.assignments.list': missing,
  'courses.quizzes.list': missing,
  'courses.grades.list': missing,
  'courses.announcements.list': missing,
  'courses.files.list': missing,
  'courses.people.list': missing,
  'courses.people.export': missing,
  'courses.visit': missing,
  'courses.match': missing,
  'courses.announcements.create': missing,
  'courses.announcements.update': missing,
  'courses.announcements.delete': missing,
  'courses.links.create': missing,
  'courses.links.delete': missing,
  'courses.lms.start': 409,
  'courses.lms.receive': 303,
  'courses.lms.finish': 400,
};
