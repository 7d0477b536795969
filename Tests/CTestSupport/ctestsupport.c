#include "ctestsupport.h"
