-- No calendar is drawn here: the browser's own date fields begin the week as the device has it.
alter table users drop column week_start;
