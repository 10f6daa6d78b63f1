// The page: with a report in it, it shows that; otherwise what the server it came from serves.
import {Explorer} from './explorer';
import {Link} from './data/link';
import {ReportSource, embeddedReport} from './data/report_source';
import {ServerSource} from './data/server_source';
import {nextTask} from './next_task';
import {makePicture} from './picture/make_picture';

const report = embeddedReport();
const isFlatAsked = new Link(location.hash.slice(1)).text('gl') === 'off';
const base = await makePicture(isFlatAsked);
await nextTask();
const explorer = new Explorer(report ? new ReportSource(report) : new ServerSource(), base, isFlatAsked);
document.body.append(explorer.element);
void explorer.begin();
