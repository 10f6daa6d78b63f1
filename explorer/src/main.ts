// The page: with a report in it, it shows that; otherwise what the server it came from serves.
import {Explorer} from './explorer';
import {ReportSource, embeddedReport} from './data/report_source';
import {ServerSource} from './data/server_source';

const report = embeddedReport();
const explorer = new Explorer(report ? new ReportSource(report) : new ServerSource());
document.body.append(explorer.element);
void explorer.begin();
