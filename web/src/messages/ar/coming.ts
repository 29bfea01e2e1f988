export const coming = {
  'coming.title': 'قريبًا',
  'coming.bookingBody': 'اختر موعدًا مع مرشد أو مكتب.',
  'coming.calendarBody': 'المحاضرات ولقاءات الأندية والفعاليات في مكان واحد.',
  'coming.cctBody': 'أنشطتك خارج الصف: الأندية والمناصب والفعاليات والتدريبات.',
  'coming.chatBody': 'راسل معارفك وأنديتك.',
  'coming.coursesBody': 'مقرراتك وزملاؤك فيها ومواعيدها وموادها.',
  'coming.developmentBody': 'مفاتيح الواجهة البرمجية وأمثلتها ومرجعها للمطورين.',
  'coming.eventsBody': 'تعرّف على ما يجري في الحرم وأكّد حضورك.',
  'coming.financesBody': 'فواتيرك ومواعيدها والموانع. لا يراها غيرك.',
  'coming.inboxBody': 'نشرات مؤسستك وإعلاناتها.',
  'coming.clubsBody': 'تصفح الأندية والمجموعات وانضم إليها.',
};
